# The platform without a deployment: mount one at /app/deployment, or copy it there in an image of your own:
#   FROM platform
#   COPY --chown=node . deployment
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/platform/package.json packages/platform/
COPY apps/web/package.json apps/web/
COPY examples/helpdesk/package.json examples/helpdesk/
COPY bench/package.json bench/
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/platform/package.json packages/platform/
COPY apps/web/package.json apps/web/
COPY examples/helpdesk/package.json examples/helpdesk/
COPY bench/package.json bench/
# Only what the server needs, in the versions of the lock file; of the model runtime, only this system's part.
RUN npm ci --omit=dev --omit=optional --workspace @platform/server \
 && cd node_modules/onnxruntime-node/bin/napi-v6 \
 && rm -rf darwin win32 \
 && find linux -mindepth 1 -maxdepth 1 ! -name "$(node -p process.arch)" -exec rm -rf {} +
COPY --from=build /build/packages/platform/dist/ packages/platform/

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 PLATFORM_DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=install /app/ ./
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/platform/bin/platform.js"]
CMD ["start", "deployment/platform.config.ts"]
