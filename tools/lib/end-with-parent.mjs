/** For builders of `npm start`: ends this process when its parent has ended, such as by kill -9. They would write beside the next start. */
export function endWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(1), 500).unref();
}
