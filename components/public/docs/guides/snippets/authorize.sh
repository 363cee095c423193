curl -s http://localhost:3000/v1/authorizations \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: first-try-$(date +%s)" \
  -d '{"panToken":"TESTcardApproved1","amount":12.50}'
