curl -s http://localhost:3000/merchant/v1/transactions/refund \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Idempotency-Key: first-sale-refund-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"transactionId":"YOUR_TRANSACTION","amount":5.00,"reason":"RV05"}'
