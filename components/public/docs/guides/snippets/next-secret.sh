curl -s http://localhost:3000/v1/webhook-subscriptions/YOUR_SUBSCRIPTION/next-secret \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Idempotency-Key: next-secret-$(date +%s)" \
  -X POST
