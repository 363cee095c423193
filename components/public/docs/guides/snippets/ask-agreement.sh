curl -s http://localhost:3000/merchant/v1/recurring/authorize \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Idempotency-Key: first-agreement-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"memberId":"TESTmemberAlice01","merchantReference":"beans-monthly","description":"A bag of beans every month","maxAmount":20,"interval":"monthly"}'
