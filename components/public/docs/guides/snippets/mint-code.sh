curl -s http://localhost:3000/v1/payment-codes \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: first-code-$(date +%s)" \
  -d '{"member":"TESTmemberAlice01","maxAmount":50}'
