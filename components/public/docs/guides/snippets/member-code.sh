curl -s http://localhost:3000/v1/sandbox/member-codes \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Idempotency-Key: first-member-code-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"member":"TESTmemberAlice01","maxAmount":50}'
