curl -s http://localhost:3000/v1/members/YOUR_MEMBER/accounts \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: staff-12-usd-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"currency":"USD"}'
