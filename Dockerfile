# syntax=docker/dockerfile:1
# docs/operating.md says how it is run. `npm run test:deploy` replays its steps without a container.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# `prepare` builds, and its sources are not here yet.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY data ./data
COPY src ./src
COPY python ./python
COPY bin ./bin
COPY scripts/build.mjs scripts/build-options.mjs scripts/build-wheel.mjs scripts/fingerprint.mjs scripts/build-dashboard.mjs scripts/dashboard-options.mjs ./scripts/
COPY tsconfig.json ./
RUN npm run build

FROM node:22-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22-bookworm-slim
LABEL org.opencontainers.image.title="Omnidex" \
      org.opencontainers.image.description="An index of omni-modal video benchmarks with the answer key on the server" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    OMNIDEX_DATA_DIR=/data
WORKDIR /app
# Owned by root: the server can change nothing but /data and /tmp.
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
COPY bin ./bin
COPY data ./data
COPY docs ./docs
COPY drizzle ./drizzle
COPY deploy/healthcheck.mjs ./deploy/healthcheck.mjs
RUN install -d -o 1000 -g 1000 -m 0700 /data
USER 1000:1000
VOLUME ["/data"]
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "bin/omnidex.js"]
CMD ["serve"]
