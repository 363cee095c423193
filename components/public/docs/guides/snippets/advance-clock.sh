curl -s http://localhost:3000/v1/sandbox/clock/advance \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: a-week-later-$(date +%s)" \
  -d '{"days":7}'
