curl -s http://localhost:3000/v1/accounts/YOUR_ACCOUNT \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET"
