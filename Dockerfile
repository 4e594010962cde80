# One image with the roles api, worker, migrate, admin, doctor, audit-verify and backup: docker run IMAGE api
# Its Node only installs the packages, among them the Node that builds and runs everything.
FROM node:lts-bookworm-slim AS build
# Node is linked with this library, which slim systems lack.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /billhook
COPY . .
# The same command writes the folder that the specs measure and start.
RUN npm run image -- /image && cp libs/runtime/node_modules/node-linux-*/bin/node /image-node

FROM debian:12.12-slim@sha256:d5d3f9c23164ea16f31852f95bd5959aad1c5e854332fe00f7b3a20fcc9f635c
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
COPY --from=build /image-node /usr/local/bin/node
COPY --from=build /image /billhook
# As `billhook`, the name of 0.1, it only says its present name.
RUN chmod 755 /billhook/billhook-server.mjs && for name in billhook-server billhook; do ln -s /billhook/billhook-server.mjs /usr/local/bin/$name; done
# A volume takes the owner of the folder that it replaces.
RUN install --directory --owner 10001 --group 10001 /backups
WORKDIR /billhook
ENV NODE_ENV=production HOST=0.0.0.0
# As `npm start` starts the programs (tools/lib/program-options.mjs).
ENV NODE_OPTIONS=--max-semi-space-size=16 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
# The compiled code of the programs, which is not among the files of `npm run image`: V8 does not write the same bytes twice.
RUN for program in api worker; do node apps/$program/dist/bundle/compile.js && chmod --recursive a+rX apps/$program/dist/bundle/cache || exit 1; done
# A user without a name, a home or write access to any file of the image.
USER 10001:10001
EXPOSE 3000
ENTRYPOINT ["billhook-server"]
CMD ["api"]
