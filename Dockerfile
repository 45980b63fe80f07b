# Two stages: the first installs and builds, the second contains the built tree without development packages.
# The base image has no default: a tag can be moved to another image, a digest cannot. Look it up once, and record it with the release:
#   docker buildx imagetools inspect node:26.10.0-bookworm-slim --format '{{.Manifest.Digest}}'
#   docker build --build-arg NODE_IMAGE=node:26.10.0-bookworm-slim@sha256:… .
ARG NODE_IMAGE

FROM ${NODE_IMAGE} AS build
ARG NODE_IMAGE
RUN case "${NODE_IMAGE}" in *@sha256:????????????????????????????????????????????????????????????????) ;; \
  *) echo "NODE_IMAGE must name its digest: node:…@sha256:…" >&2; exit 1 ;; esac
WORKDIR /app
COPY . .
# The image contains Node 26: the packaged copy, for machines without it, is removed.
RUN node scripts/run.mjs build \
  && npm prune --omit=dev \
  && rm -rf node_modules/node-linux-* .cache

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
LABEL org.opencontainers.image.base.name="${NODE_IMAGE}"
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
