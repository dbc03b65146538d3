import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks a second in `/proc`: 100 on every Linux that Node runs on. */
const TICKS = 100;

interface ProcessStat {
  readonly parent: number;
  /** Seconds of CPU, its own threads together. */
  readonly own: number;
  /** Seconds of CPU of children that have ended and were waited for. */
  readonly ended: number;
}

function statOf(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold anything: count from behind it. See proc_pid_stat(5).
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return {
      parent: fields[1]!,
      own: (fields[11]! + fields[12]!) / TICKS,
      ended: (fields[13]! + fields[14]!) / TICKS,
    };
  } catch {
    return null;
  }
}

/** Seconds of CPU that a process has used; null where there is no `/proc`. */
export function cpuSeconds(pid: number): number | null {
  return statOf(pid)?.own ?? null;
}

/** Seconds of CPU of a process's children that have ended; null where there is no `/proc`. */
export function endedCpuSeconds(pid: number): number | null {
  return statOf(pid)?.ended ?? null;
}

/** Seconds of CPU of a process and all its children, ended ones too: a PostgreSQL by its first process. */
export function familyCpuSeconds(pid: number): number | null {
  const head = statOf(pid);
  if (!head) return null;
  return childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.own ?? 0), head.own + head.ended);
}

/**
 * Milliseconds of CPU of a PostgreSQL's processes that run now, in nanoseconds of precision: for what takes less than
 * a tick. 0 where there is no `/proc`. @param pid of its first process
 */
export function exactCpuMs(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => {
    try {
      // Each is one thread. The first number: see proc-schedstat of the kernel.
      return sum + Number(readFileSync(`/proc/${child}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return sum;
    }
  }, 0);
}

/** The processes that a process has started and that run now; none where there is no `/proc`. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((one) => statOf(one)?.parent === pid);
  } catch {
    return [];
  }
}

/**
 * Memory in MB (1,048,576 bytes) of processes with all that they have started: what several share counts in parts. Null
 * where there is no `/proc`. @param pids a process that another one of them has started counts once
 */
export function proportionalMb(pids: readonly number[]): number | null {
  const all = new Set(pids);
  for (const pid of all) for (const child of childrenOf(pid)) all.add(child);
  const kilobytes = [...all].map(proportionalKilobytes);
  // Those that they have started may have ended meanwhile.
  if (kilobytes.slice(0, pids.length).includes(null)) return null;
  return kilobytes.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 1024;
}

function proportionalKilobytes(pid: number): number | null {
  try {
    // See `filesystems/proc` of the kernel's documentation.
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
  } catch {
    return null;
  }
}

/** Resident memory in MB (1,048,576 bytes). */
export function residentMb(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}
