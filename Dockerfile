# One image with the roles api, worker, migrate, admin and audit-verify: docker run billhook api
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /billhook
COPY . .
# The same command writes the folder that the specs measure and start.
RUN npm run image -- /image

FROM debian:12.12-slim
# The program of Node alone: without npm, its caches and its headers, which the roles do not use.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image /billhook
RUN ln -s /billhook/billhook.mjs /usr/local/bin/billhook && chmod 755 /billhook/billhook.mjs
WORKDIR /billhook
ENV NODE_ENV=production HOST=0.0.0.0 MALLOC_ARENA_MAX=2
# A user without a name, a home or write access to any file of the image.
USER 10001:10001
EXPOSE 3000
ENTRYPOINT ["billhook"]
CMD ["api"]
