# Kontor in a container. The service speaks plain HTTP inside; a proxy that speaks TLS belongs in front of it, or set
# TLS_CERT_FILE and TLS_KEY_FILE. Everything that lasts is under /data, or in the
# database that DATABASE_URL names; with `--user root` and a private /data also in /var/lib/kontor, which then needs a volume too.
FROM node:24-bookworm-slim AS build
WORKDIR /kontor
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY bin ./bin
COPY build ./build
COPY docs ./docs
COPY src ./src
COPY mikro-orm.config.ts nest-cli.json tsconfig.json tsconfig.build.json ./
RUN node bin/build.js && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /kontor
COPY --from=build /kontor ./
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Asked as the service listens: over TLS if it speaks that itself. The certificate is for the outside and has no 127.0.0.1 in it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "require(process.env.TLS_CERT_FILE ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/health/ready', rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "bin/start.js"]
