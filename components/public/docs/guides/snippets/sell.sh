curl -s http://localhost:3000/merchant/v1/transactions/sale \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Idempotency-Key: first-sale-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"amount":12.50,"paymentMethod":"TESTcardApproved1","merchantReference":"order-1002"}'
