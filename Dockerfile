# One image; docker-compose.yml runs it as API, as worker, and once to migrate.
FROM node:24-bookworm-slim AS build
WORKDIR /billhook
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /billhook
COPY --from=build --chown=node:node /billhook /billhook
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "apps/api/dist/main.js"]
