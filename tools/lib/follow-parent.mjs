/*
 * Preloaded into the API and the worker by `npm start`: ends them, in good order, when `npm start` itself is gone (kill -9, a
 * closed terminal). Otherwise they would go on holding their port with nobody to stop them.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel to the parent must not keep a process alive that has otherwise ended its work.
process.channel?.unref();
