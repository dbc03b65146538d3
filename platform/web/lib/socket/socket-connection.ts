import type { ClientMessage, ServerMessage } from '#platform/contract/event.ts';
import { realtime } from '#platform/contract/realtime-limits.ts';

/** The part of a WebSocket that is used. */
export interface WireSocket {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
}

/** What a connection asks its owner. */
interface Owner {
  connect(): WireSocket;
  /** Whether somebody listens: without a listener it neither opens nor reconnects. */
  isWanted(): boolean;
  onMessage(message: ServerMessage): void;
  /** False: a connection that was there is lost. True: it is back, or nobody wants it any more. */
  onReady(isReady: boolean): void;
}

/** The one connection of a tab, which reconnects by itself unless it is left or put to sleep. */
export interface Connection {
  /** Sends to a server that has greeted; otherwise the message is dropped. */
  send(message: ClientMessage): void;
  /** The server has greeted. */
  isReady(): boolean;
  /** There is none, and none is about to come back. */
  isIdle(): boolean;
  /** Connects, unless it is there, asleep or not wanted. */
  open(): void;
  /** The server's greeting. @param heartbeatMs of silence after which it is asked for an answer */
  greeted(heartbeatMs: number): void;
  /** Closes it; it does not come back by itself. */
  leave(): void;
  /** Allows it to open again. @returns whether there is none */
  wake(): boolean;
  /** Closes it until `wake`. */
  sleep(): void;
}

const OPEN = 1;

/** Makes the connection of a tab; it is not opened yet. */
export function makeConnection(owner: Owner): Connection {
  let wire: WireSocket | null = null;
  let ready = false;
  // Where a proxy lets no socket through there is none to come back.
  let wasReady = false;
  let asleep = false;
  let attempts = 0;
  let heartbeat: number = realtime.heartbeatMs;
  let lastHeard = 0;
  let pulse: ReturnType<typeof setInterval> | undefined;
  let reconnect: ReturnType<typeof setTimeout> | undefined;

  const send = (message: ClientMessage): void => {
    if (ready && wire?.readyState === OPEN) wire.send(JSON.stringify(message));
  };

  const startPulse = (): void => {
    clearInterval(pulse);
    pulse = setInterval(() => {
      const silent = Date.now() - lastHeard;
      // A heartbeat finds half-open connections: one that does not answer a ping is dropped.
      if (silent > 2 * heartbeat) drop();
      else if (silent >= heartbeat) send({ kind: 'ping' });
    }, heartbeat / 2);
  };

  const stopReconnect = (): void => {
    clearTimeout(reconnect);
    reconnect = undefined;
  };

  /** Drops the connection without waiting for its close, and reconnects later. */
  const drop = (): void => {
    leave();
    if (!owner.isWanted() || asleep) return;
    if (wasReady) owner.onReady(false);
    const steps = realtime.reconnectSeconds;
    const seconds = steps[Math.min(attempts, steps.length - 1)] ?? 10;
    attempts++;
    clearTimeout(reconnect);
    reconnect = setTimeout(open, seconds * 1000);
  };

  const leave = (): void => {
    clearInterval(pulse);
    ready = false;
    if (!wire) return;
    const old = wire;
    wire = null;
    old.close();
  };

  const open = (): void => {
    stopReconnect();
    if (wire || asleep || !owner.isWanted()) return;
    lastHeard = Date.now();
    const socket = owner.connect();
    wire = socket;
    // A dropped socket may still fire events.
    socket.addEventListener('message', ({ data }) => {
      if (wire !== socket) return;
      lastHeard = Date.now();
      owner.onMessage(JSON.parse(String(data)) as ServerMessage);
    });
    socket.addEventListener('close', () => {
      if (wire === socket) drop();
    });
    startPulse();
  };

  return {
    send,
    isReady: () => ready,
    isIdle: () => !wire && !reconnect,
    open,
    greeted(heartbeatMs) {
      ready = true;
      wasReady = true;
      owner.onReady(true);
      attempts = 0;
      heartbeat = heartbeatMs;
      startPulse();
    },
    leave() {
      leave();
      owner.onReady(true);
    },
    wake() {
      asleep = false;
      return !wire;
    },
    sleep() {
      asleep = true;
      stopReconnect();
      leave();
      owner.onReady(true);
    },
  };
}
