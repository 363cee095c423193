curl -s http://localhost:3000/v1/sandbox/accounts/TESTacctAlice0001/fund \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Idempotency-Key: first-funding-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"amount":100}'
