curl -s http://localhost:3000/v1/sandbox/member-codes \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: till-member-code-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"member":"YOUR_MEMBER"}'
