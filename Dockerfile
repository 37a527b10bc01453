# Kontor in a container. The service speaks plain HTTP inside; a proxy that speaks TLS belongs in front of it, or set
# TLS_CERT_FILE and TLS_KEY_FILE. Everything that lasts is under /data, or in the database that DATABASE_URL names.
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
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/start.js"]
