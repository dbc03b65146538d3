import type { ChatResult, Stream } from './chat.ts';
import { MESSAGES, PEOPLE } from './chat-seed.ts';

/** Limits of the chat of parties. */
export interface ChatBudgets {
  /** Times the bare server's, for the CPU of a message and for its p99 until the last has it. */
  readonly ratio: number;
  readonly residentMb: number;
  readonly joinMs: number;
  readonly joinBytes: number;
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** The figures of the chat, beside their limits. */
export function chatReport({ fanout, streams, joining }: ChatResult, budgets: ChatBudgets): string {
  const against = (value: number, budget: number): string => (value <= budget ? `within ${budget}` : `OVER ${budget}`);
  const ratio = (ours: number, bare: number): string =>
    `${(ours / bare).toFixed(2)} times  (${against(ours / bare, budgets.ratio)})`;
  const stream = (one: Stream): string =>
    `${one.perSecond} a second to ${one.listeners}: ${one.sent} sent, refused ${JSON.stringify(one.refused)}, ${one.lost} lost, ${one.twice} twice, ${one.outOfOrder} out of order, ${one.closed} closed, p99 ${ms(one.p99Ms)}, memory ${one.residentMb?.toFixed(0) ?? '–'} MB  (${against(one.residentMb ?? 0, budgets.residentMb)})`;
  return [
    'One message to 2,000 listeners, beside a bare ws server',
    `CPU          ${ms(fanout.cpuMs)}, bare ${ms(fanout.bareCpuMs)}: ${ratio(fanout.cpuMs, fanout.bareCpuMs)}`,
    `last has it  p50 ${ms(fanout.p50Ms)}, bare ${ms(fanout.bareP50Ms)}; stored and answered after ${ms(fanout.storedP50Ms)}`,
    `             p99 ${ms(fanout.p99Ms)}, bare ${ms(fanout.bareP99Ms)}: ${ratio(fanout.p99Ms, fanout.bareP99Ms)}`,
    ...streams.map(stream),
    `Joining a room with ${MESSAGES} messages and ${PEOPLE} people`,
    `time         p50 ${ms(joining.p50Ms)}  (${against(joining.p50Ms, budgets.joinMs)}), p99 ${ms(joining.p99Ms)}, ${ms(joining.cpuMs)} of CPU`,
    `bytes        ${joining.bytes}  (${against(joining.bytes, budgets.joinBytes)})`,
    `its page     ${ms(joining.pageMs)}, ${joining.pageBytes} bytes`,
  ].join('\n');
}
