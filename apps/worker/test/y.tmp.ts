import { HOSTILE, HostileReceiver } from '@billhook/testing/hostile-receiver';
import { measureMemory } from './hostile-memory.js';
const names = ['endlessBody', 'gigabyte', 'gzipBomb', 'manyHeaders', 'bigHeaders', 'early', 'slowBody'] as const;
const rs = await Promise.all(names.map(n=>new HostileReceiver(HOSTILE[n]).start()));
console.log(await measureMemory(rs.map(r=>r.url)));
for (let i=0;i<7;i++) console.log(names[i], await measureMemory([rs[i]!.url]));
for (const r of rs) await r.stop();
