/** The running demo: the built site, and the party that its members keep going. `npm run demo` starts it. */
import { setTimeout as sleep } from 'node:timers/promises';
import '#site/server/main.ts';
import { type Guest, keepParty } from './party.ts';

/** Arguments of the running demo: `scripts/demo.ts` passes them as JSON in the environment variable LOOPROOM_DEMO. */
export interface RunningDemo {
  /** Where this process reaches the site, and where browsers do. */
  readonly local: string;
  readonly siteUrl: string;
  /** What to print once it answers. */
  readonly welcome: string;
  /** Who keeps the party going, with open sessions. */
  readonly guests: readonly Guest[];
}

/** Waits until the server answers, then prints how to sign in. Ends with the process where the start fails. */
async function welcome({ local, welcome: text }: RunningDemo): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${local}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) break;
    await sleep(50);
  }
  console.log(text);
}

const demo = JSON.parse(process.env['LOOPROOM_DEMO'] ?? '') as RunningDemo;
delete process.env['LOOPROOM_DEMO'];
await welcome(demo);
keepParty(new URL(demo.siteUrl).origin, demo.local, demo.guests);
