curl -s http://localhost:3000/merchant/v1/transactions/sale \
  -H "Authorization: Bearer YOUR_TILL" \
  -H "Idempotency-Key: lunch-1-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"amount":6.50,"paymentMethod":"YOUR_PAN_TOKEN","merchantReference":"lunch-1"}'
