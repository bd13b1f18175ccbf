# docker build --build-arg BASE=node:24-slim@sha256:... pins the base, and BASE=... uses another Debian with Node 24.
ARG BASE=node:24-slim

FROM ${BASE} AS build
WORKDIR /src
COPY . .
RUN node scripts/with-node.mjs scripts/release/main.ts /release

FROM ${BASE}
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Snug" \
      org.opencontainers.image.description="A self-hosted, real-time group chat that keeps its word" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /release /app
RUN ln -s /app/snug /usr/local/bin/snug \
 && mkdir /data \
 && chown 10001:10001 /data \
 && chmod 700 /data
# The allocator's settings have their reasons in scripts/allocator.mjs. A migration sorts a large index in files of SQLite, which fill a /tmp
# in memory.
ENV HOST=0.0.0.0 PORT=3000 SNUG_DATA=/data SQLITE_TMPDIR=/data NODE_ENV=production \
    MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=4194304
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A migration may take more than an hour, and nothing responds until it ends. The first success ends this period.
HEALTHCHECK --interval=10s --timeout=5s --start-period=2h --retries=3 CMD ["node", "/app/snug", "health"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "--v8-pool-size=1", "/app/snug"]
CMD ["start"]
