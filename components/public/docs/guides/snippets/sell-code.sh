curl -s http://localhost:3000/merchant/v1/paymentcodes/sale \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Idempotency-Key: first-code-sale-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"paymentCode":"YOUR_CODE","amount":7.50}'
