import { type Verdict, round, table, verdictTable } from '../verdicts.ts';
import type { FilesResult } from './files.ts';

/** Limits, each a share of what the program beside it reaches or takes. */
export interface FilesBudgets {
  readonly pictures: number;
  readonly sound: number;
  readonly transfer: number;
  readonly transferGrowthMb: number;
  readonly ranges: number;
  readonly archiveListMs: number;
  readonly archiveSounds: number;
  readonly archiveGrowthMb: number;
}

const least = (what: string, value: number, budget: number, unit = 'times at least'): Verdict => ({
  what,
  value,
  budget,
  unit,
  isMet: value >= budget,
});
const most = (what: string, value: number, budget: number, unit = 'times'): Verdict => ({
  what,
  value,
  budget,
  unit,
  isMet: value <= budget,
});

/** The results as text. */
export function filesReport(
  { pictures, sound, transfer, ranges, archive, load }: FilesResult,
  budgets: FilesBudgets,
): string {
  const rows: string[][] = [];
  const verdicts: Verdict[] = [];
  if (pictures) {
    const { count, site, sharp, ratio, cpuRatio } = pictures;
    const name = `${count} pictures of 12 megapixels`;
    rows.push([name, 'seconds', round(site.seconds), round(sharp.seconds), round(ratio)]);
    rows.push([name, 'seconds of CPU', round(site.cpu), round(sharp.cpu), round(cpuRatio)]);
    verdicts.push(least('pictures, by sharp', ratio, budgets.pictures));
  }
  if (sound) {
    const { site, withStream, ffmpeg, ratio, cpuRatio } = sound;
    rows.push(['3 times ten minutes of sound', 'seconds', round(site.seconds), round(ffmpeg.seconds), round(ratio)]);
    rows.push(['', 'seconds of CPU', round(site.cpu), round(ffmpeg.cpu), round(cpuRatio)]);
    rows.push(['with the stream', 'seconds', round(withStream.seconds), '', '']);
    rows.push(['', 'seconds of CPU', round(withStream.cpu), '', '']);
    verdicts.push(most('sound, by ffmpeg ebur128', ratio, budgets.sound));
  }
  if (transfer) {
    const { megabytes, siteSeconds, copySeconds, ratio, siteCpu, copyCpu, growthMb, kills } = transfer;
    const name = `upload of ${megabytes} MB, then ${kills} kills`;
    rows.push([name, 'seconds', round(siteSeconds), round(copySeconds), round(ratio)]);
    rows.push(['', 'seconds of CPU', round(siteCpu), round(copyCpu), '']);
    verdicts.push(most('upload, by cp and sha256sum', ratio, budgets.transfer));
    if (growthMb !== null) verdicts.push(most('memory, upload', growthMb, budgets.transferGrowthMb, 'MB'));
  }
  if (archive) {
    const name = `archive with ${archive.sounds} sounds, ${round(archive.megabytes)} MB`;
    rows.push([name, 'ms to list', round(archive.listMs), '', '']);
    rows.push(['', 'sounds analysed in a second of CPU', round(archive.perCpuSecond), '', '']);
    verdicts.push(most('list of an archive', archive.listMs, budgets.archiveListMs, 'ms'));
    verdicts.push(least('analysed sounds', archive.perCpuSecond, budgets.archiveSounds, 'a second of CPU at least'));
    verdicts.push(most('memory, archive', archive.growthMb, budgets.archiveGrowthMb, 'MB'));
  }
  if (ranges) {
    const { players, rangeKb, site, nginx, ratio } = ranges;
    const name = `${rangeKb} KB ranges, ${players} players`;
    rows.push([name, 'a second', round(site.perSecond), round(nginx?.perSecond ?? null), round(ratio)]);
    rows.push(['', 'ms of CPU each', round(site.cpuMs), round(nginx?.cpuMs ?? null), '']);
    if (ratio !== null) verdicts.push(least('ranges, by nginx', ratio, budgets.ranges));
  }
  const parts = [table(['files', '', 'site', 'other', 'ratio'], rows), `Load of the machine ${round(load)}.`];
  if (ranges && !ranges.nginx)
    parts.push('nginx is not installed (Debian: apt-get install nginx-light): ranges have no comparison.');
  return [...parts, verdictTable(verdicts)].join('\n\n');
}
