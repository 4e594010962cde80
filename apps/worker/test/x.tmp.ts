import { HOSTILE, HostileReceiver } from '@billhook/testing/hostile-receiver';
import { send, senderOf } from './sending.js';
import { Agent, request } from '../../../libs/delivery/node_modules/undici/index.js';
const sender = senderOf();
for (const name of ['notHttp','badChunk','twoLengths'] as const) {
  const r = await new HostileReceiver(HOSTILE[name]).start();
  console.log(name, await send(sender, r.url).then(a=>[a.error,a.errorKind]));
  await request(r.url,{method:'POST',body:'x'}).then(async a=>console.log(await a.body.text())).catch((e:any)=>console.log(e, Object.keys(e), e.code));
  await r.stop();
}
await sender.close();
