import { type AddressInfo, type Socket, createServer } from 'node:net';

/** A mail server for tests: takes every mail, or refuses every recipient. */
export interface TestMailServer {
  readonly url: string;
  /** Recipients whose mails were taken. */
  readonly taken: string[];
  /** Envelope senders, of mails that were taken or not. */
  readonly senders: string[];
  /** What it answers to a recipient; null takes them. */
  refusal: string | null;
  /** What it answers to the text of a mail; null takes it. */
  dataRefusal: string | null;
  close(): Promise<void>;
}

/** Speaks as much SMTP (RFC 5321) as a client without extensions needs. */
export async function startMailServer(): Promise<TestMailServer> {
  const sockets = new Set<Socket>();
  const taken: string[] = [];
  const senders: string[] = [];
  const state: Pick<TestMailServer, 'refusal' | 'dataRefusal'> = { refusal: null, dataRefusal: null };
  const server = createServer((socket) => {
    sockets.add(socket);
    let [recipient, isData, rest] = ['', false, ''];
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const answer = (line: string): void => {
      if (isData) {
        if (line !== '.') return;
        isData = false;
        if (state.dataRefusal !== null) return say(state.dataRefusal);
        taken.push(recipient);
        return say('250 taken');
      }
      const [, sender] = /^MAIL FROM:<(.+)>/i.exec(line) ?? [];
      if (sender !== undefined) senders.push(sender);
      const [, to] = /^RCPT TO:<(.+)>/i.exec(line) ?? [];
      if (to !== undefined) {
        recipient = to;
        return say(state.refusal ?? '250 fine');
      }
      isData = line.toUpperCase() === 'DATA';
      if (isData) return say('354 go on');
      say(line.toUpperCase() === 'QUIT' ? '221 bye' : '250 fine');
    };
    socket.on('data', (piece) => {
      const lines = (rest + piece.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) answer(line);
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    say('220 test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    senders,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
