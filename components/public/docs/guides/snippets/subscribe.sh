curl -s http://localhost:3000/v1/webhook-subscriptions \
  -H "X-API-Key: pk_test_closedloop_sandbox" \
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: first-webhook-$(date +%s)" \
  -d '{"url":"http://localhost:4000/","events":["authorization.approved","authorization.declined"]}'
