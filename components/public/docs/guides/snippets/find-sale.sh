curl -s http://localhost:3000/merchant/v1/transactions/get \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Content-Type: application/json" \
  -d '{"merchantReference":"order-1002"}'
