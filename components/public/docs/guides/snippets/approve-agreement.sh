curl -s http://localhost:3000/v1/sandbox/agreements/YOUR_AGREEMENT/approve \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Idempotency-Key: first-approval-$(date +%s)" \
  -X POST
