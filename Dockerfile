# The app for an external PostgreSQL: docs/deploy.md says how to run it.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit
COPY . .
RUN npm run build && rm -rf .next/builds/*/cache .next/builds/next && find .next -name '*.map' -delete

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What is optional is the embedded PostgreSQL, and what only a build needs.
# Types and source maps are for who develops; typescript comes along as something that Prisma might want.
RUN npm ci --omit=dev --omit=optional --no-audit && rm -r node_modules/typescript \
  && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/.next ./.next
COPY --from=build /app/public ./public
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/server/scripts ./server/scripts
# The guides show these files.
COPY --from=build /app/CHANGELOG.md ./CHANGELOG.md
COPY --from=build /app/components/public/docs/guides ./components/public/docs/guides
COPY --from=build /app/server/webhooks-receiver ./server/webhooks-receiver
# A volume there, shared by nodes, belongs to the user too.
RUN install --directory --owner=node /static
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Migrations are a step of their own: node server/scripts/migrate.mjs
CMD ["node", "--v8-pool-size=1", "--heap-growing-percent=50", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "server/scripts/serve.mjs"]
