curl -s http://localhost:3000/merchant/v1/recurring/chargerequests/get \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Content-Type: application/json" \
  -d '{"chargeRequestId":"YOUR_CHARGE_REQUEST"}'
