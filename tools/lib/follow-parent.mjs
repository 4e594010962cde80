/*
 * Preloaded into the API and the worker by `npm start`: stops them cleanly when `npm start` itself has ended (kill -9, a closed terminal).
 * Otherwise they would keep their port.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel to the parent must not keep a finished process alive.
process.channel?.unref();
