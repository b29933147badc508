import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EngineError, type Precision } from '../../web/contract/index.ts';
import { recordFrame } from './record-frame.ts';
import { decodeAnswer, encodeRequest, type Answer } from './call-frame.ts';

const program = fileURLToPath(new URL('../../build/native-debug/tests/native/call_server', import.meta.url));

interface Pending {
  readonly precision: Precision;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: EngineError) => void;
}

/** The native program that computes calls, one after another; it answers in the order of the questions. */
export class CallServer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pending: Pending[] = [];
  /** What has come of the next answers: joined only when one is complete, for an answer may be of many pieces. */
  #received: Buffer[] = [];
  #receivedLength = 0;
  #complaints = '';
  #end: EngineError | undefined;
  /** How the program ended: 0, unless a sanitizer had something to say. */
  readonly ended: Promise<{ code: number | null; complaints: string }>;

  constructor() {
    this.#child = spawn(program, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stdout.on('data', (bytes: Buffer) => this.#receive(bytes));
    this.#child.stderr.on('data', (bytes: Buffer) => (this.#complaints += bytes.toString()));
    // Writing to a program that has died is told by its end.
    this.#child.stdin.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      const finish = (code: number | null): void => {
        this.close(new EngineError('unavailable', `The native core ended with ${code}: ${this.#complaints}`));
        resolve({ code, complaints: this.#complaints });
      };
      this.#child.once('close', finish);
      this.#child.once('error', (error) => {
        this.#complaints += error.message;
        finish(null);
      });
    });
  }

  ask(operation: string, request: object, precision: Precision): Promise<Answer> {
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      this.#pending.push({ precision, resolve, reject });
      const frame = encodeRequest(operation, request, precision);
      recordFrame(operation, frame.subarray(4));
      this.#child.stdin.write(frame);
    });
  }

  /** Whoever waits, or asks from now on, gets `reason`. Only the first reason counts. */
  close(reason: EngineError): void {
    this.#end ??= reason;
    for (const { reject } of this.#pending.splice(0)) reject(this.#end);
    this.#child.stdin.end();
  }

  #receive(bytes: Buffer): void {
    this.#received.push(bytes);
    this.#receivedLength += bytes.length;
    while (this.#receivedLength >= this.#nextEnd()) {
      const all = Buffer.concat(this.#received);
      const end = this.#nextEnd();
      this.#received = [all.subarray(end)];
      this.#receivedLength -= end;
      const asked = this.#pending.shift();
      asked?.resolve(decodeAnswer(all.subarray(4, end), asked.precision));
    }
  }

  /** Where the first answer ends, its length included; more than there is while the length itself is not complete. */
  #nextEnd(): number {
    if (this.#receivedLength < 4) return Infinity;
    if (this.#received[0].length < 4) this.#received = [Buffer.concat(this.#received)];
    return 4 + this.#received[0].readUInt32LE();
  }
}
