'use strict';

/*
 * `node tools/node.cjs tools/start.ts …` runs a script on the Node of the catalog (pnpm-workspace.yaml), installed from npm if it is
 * missing. Every npm script starts here. Node 12 must be able to read this file and what it requires, so that an old Node prints a
 * sentence, not a SyntaxError.
 */
const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');
const url = require('url');
const runtime = require('./lib/runtime.cjs');

const root = path.join(__dirname, '..');

/** What the programs need, without the tools of development. */
const NEEDS_PROGRAMS = /^tools[\\/](admin|audit-verify|backup|check-install|restore|start)\.ts$/;

const PARENT_CHECK_MS = 500;

/** The C library of a Linux machine. Its report is slow with network interfaces, so only the header is made. */
function libcOf() {
  if (process.platform !== 'linux') return undefined;
  if (!process.report) return 'glibc';
  process.report.excludeNetwork = true;
  const report = process.report.getReport();
  return (typeof report === 'string' ? JSON.parse(report) : report).header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** Whether a program is the pinned Node and starts. Otherwise, why: the last line of its output. */
function check(program, pinned) {
  if (!fs.existsSync(program)) return { works: false, why: 'It is not installed.' };
  const run = childProcess.spawnSync(program, ['--version'], { encoding: 'utf8', windowsHide: true });
  if (run.stdout === 'v' + pinned + '\n' || run.stdout === 'v' + pinned + '\r\n') return { works: true };
  const said = run.error ? String(run.error.message) : (run.stderr || run.stdout).trim().split('\n').pop();
  return { works: false, why: said || 'It ended with ' + (run.signal || 'exit code ' + run.status) + '.' };
}

function refuse(sentence) {
  process.stderr.write(sentence + '\n');
  process.exit(1);
}

async function main(args) {
  const pinned = runtime.pinnedVersion();
  const machine = { calling: process.versions.node, platform: process.platform, arch: process.arch };
  if (machine.calling !== pinned) machine.libc = libcOf();
  const choice = runtime.chooseRuntime(machine, pinned, runtime.oldestVersion());
  if (choice.refusal) return refuse(choice.refusal);
  if (choice.use === 'calling') return handOver(process.execPath, args);
  const folder = path.join(root, 'libs/runtime/node_modules', choice.name);
  const program = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!check(program, pinned).works) {
    await install(folder, args);
    const { works, why } = check(program, pinned);
    if (!works) return refuse(cannotStart(program, pinned, why));
  }
  return handOver(program, args);
}

/** Installs the packages. A package that is there but does not start may be incomplete, so it is installed again. */
async function install(folder, args) {
  if (fs.existsSync(folder)) {
    fs.rmSync(fs.realpathSync(folder), { recursive: true, force: true });
    fs.rmSync(folder, { force: true });
  }
  const prepare = await import('./lib/prepare.mjs');
  const isPart = NEEDS_PROGRAMS.test(args[0]) && args.indexOf('--watch') < 0;
  await prepare.ensureInstalled(isPart ? prepare.PARTS.programs : prepare.PARTS.all, { again: true });
}

function cannotStart(program, pinned, why) {
  const library = /libatomic\.so/.test(why)
    ? 'Install libatomic (Debian and Ubuntu: libatomic1; Fedora and Red Hat: libatomic) and run the command again.'
    : 'Delete node_modules and run the command again, or install Node ' + pinned + ' yourself.';
  return 'Node ' + pinned + ' from npm does not start on this machine: ' + why + '\n(' + program + ')\n' + library;
}

/** Continues as the other Node: in place of this process where this Node can do that, otherwise as its parent. */
function handOver(program, args) {
  const preload = url.pathToFileURL(path.join(__dirname, 'lib/compile-cache.mjs')).href;
  const words = ['--import', preload, path.resolve(root, args[0])].concat(args.slice(1));
  if (process.platform !== 'win32' && process.execve)
    return process.execve(program, [program].concat(words), process.env);
  const child = childProcess.spawn(program, words, { stdio: 'inherit', windowsHide: true });
  const forward = (signal) => process.on(signal, () => child.kill(signal));
  // On a terminal, Ctrl-C reaches the child as well.
  ['SIGTERM', 'SIGHUP'].concat(process.stdin.isTTY ? [] : 'SIGINT').forEach(forward);
  process.on('SIGINT', () => {});
  // npm and its shell do not forward a kill, so the child would outlive them.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  child.on('error', (error) => refuse(cannotStart(program, runtime.pinnedVersion(), error.message)));
  child.on('exit', (code, signal) => {
    process.removeAllListeners(signal || 'exit');
    if (signal) process.kill(process.pid, signal);
    else process.exit(code);
  });
}

main(process.argv.slice(2)).catch((error) => refuse(error.constructor.name === 'Fault' ? error.message : error.stack));
