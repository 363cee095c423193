curl -s http://localhost:3000/merchant/v1/transactions/sale \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Content-Type: application/json" \
  -d '{"amount":12.50,"paymentMethod":"TESTcardApproved1","merchantReference":"order-1002"}'
