curl -s http://localhost:3000/merchant/v1/recurring/revoke \
  -H "Authorization: Bearer mk_test_closedloop_cafe_public" \
  -H "Idempotency-Key: first-agreement-end-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"recurringAuthorizationId":"YOUR_AGREEMENT","reason":"Subscription canceled"}'
