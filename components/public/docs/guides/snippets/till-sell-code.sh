curl -s http://localhost:3000/merchant/v1/paymentcodes/sale \
  -H "Authorization: Bearer YOUR_TILL" \
  -H "Idempotency-Key: receipt-1001-sale-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"paymentCode":"YOUR_CODE","amount":7.50,"merchantReference":"receipt-1001"}'
