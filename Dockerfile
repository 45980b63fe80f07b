# Two stages: the first installs and builds, the second contains the built tree without development packages.
# Pin the digest beside the tag when you build: docker build --build-arg NODE_IMAGE=node:26.10.0-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:26.10.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
# The image contains Node 26: the packaged copy, for machines without it, is removed.
RUN node scripts/run.mjs build \
  && npm prune --omit=dev \
  && rm -rf node_modules/node-linux-* .cache

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# The program belongs to root, so that the process that runs it cannot change it.
COPY --from=build /app /app
RUN mkdir --mode=700 /data && chown node:node /data
WORKDIR /app
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Also the operator's command line: docker compose exec app node scripts/run.mjs kerf --help
ENTRYPOINT ["node", "scripts/run.mjs"]
CMD ["serve"]
