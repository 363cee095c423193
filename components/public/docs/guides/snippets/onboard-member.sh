curl -s http://localhost:3000/v1/members \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: staff-12-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"name":"Ada Park","externalId":"staff-12","email":"ada@example.com"}'
