curl -s http://localhost:3000/merchant/v1/transactions/refund \
  -H "Authorization: Bearer YOUR_TILL" \
  -H "Idempotency-Key: receipt-1001-undo-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"transactionId":"YOUR_TRANSACTION","reason":"RV01"}'
