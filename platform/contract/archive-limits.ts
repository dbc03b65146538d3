/** Archives of drumkits and editing packs (decisions §8). */
export const archive = {
  /** Entries that an archive may have, where the operator does not say otherwise, and the most that can be set. */
  entries: 20_000,
  entriesMax: 100_000,
  /** Megabytes that an archive may unpack to, where the operator does not say otherwise. */
  unpackedMegabytes: 8192,
  /** An archive that unpacks to more than so many times its size is refused, from so many unpacked bytes on. */
  ratioMax: 100,
  ratioFromBytes: 64 * 1024 * 1024,
  /** Characters of an entry's path, of one of its names, and folders in each other. */
  pathMax: 500,
  nameMax: 255,
  depthMax: 24,
  /** Bytes of the largest compressed sound that is read in place: a place in it is only reached by unpacking all before it. */
  playedMaxBytes: 64 * 1024 * 1024,
  /** Sounds beyond are not analysed, and heard only as they are. */
  analysedMaxBytes: 256 * 1024 * 1024,
  /** Megabytes of prepared sounds on disk, where the operator does not say otherwise. */
  soundMegabytes: 2048,
  /** Parts of a sound's outline. */
  peaks: 48,
  /** Entries of one page of a list. */
  perPage: 200,
  /** Entries, and bytes together, of one selection. */
  selectionMax: 500,
  selectionMaxBytes: 2 * 1024 * 1024 * 1024,
  notesMax: 2000,
  versionsMax: 50,
  /** Credits; 1 credit is 1 cent. */
  priceMin: 1,
  priceMax: 100_000,
  searchMax: 100,
} as const;

/** What an entry of an archive is, by the ending of its name; whether a sound is one is found from its content. */
export const entryKinds = [
  'sound',
  'midi',
  'preset',
  'project',
  'lut',
  'picture',
  'video',
  'font',
  'text',
  'archive',
  'program',
  'other',
] as const;

export type EntryKind = (typeof entryKinds)[number];

/** What kinds are called. */
export const entryKindLabels: Readonly<Record<EntryKind, string>> = {
  sound: 'Sounds',
  midi: 'MIDI',
  preset: 'Presets',
  project: 'Projects',
  lut: 'LUTs',
  picture: 'Pictures',
  video: 'Videos',
  font: 'Fonts',
  text: 'Texts',
  archive: 'Archives',
  program: 'Programs',
  other: 'Other files',
};

/** Endings that have a name of their own. */
const named: Readonly<Record<string, readonly [EntryKind, string]>> = {
  wav: ['sound', 'WAV'],
  aif: ['sound', 'AIFF'],
  aiff: ['sound', 'AIFF'],
  aifc: ['sound', 'AIFC'],
  flac: ['sound', 'FLAC'],
  mp3: ['sound', 'MP3'],
  ogg: ['sound', 'Ogg'],
  oga: ['sound', 'Ogg'],
  opus: ['sound', 'Opus'],
  m4a: ['sound', 'M4A'],
  m4b: ['sound', 'M4B'],
  aac: ['sound', 'AAC'],
  caf: ['sound', 'Core Audio'],
  w64: ['sound', 'Wave64'],
  rf64: ['sound', 'RF64'],
  bwf: ['sound', 'Broadcast WAV'],
  au: ['sound', 'AU'],
  snd: ['sound', 'AU'],
  wv: ['sound', 'WavPack'],
  wma: ['sound', 'WMA'],
  mp2: ['sound', 'MP2'],
  ac3: ['sound', 'AC-3'],
  mka: ['sound', 'Matroska'],
  weba: ['sound', 'WebM'],
  rx2: ['sound', 'ReCycle loop'],
  rex: ['sound', 'ReCycle loop'],
  rcy: ['sound', 'ReCycle loop'],
  mid: ['midi', 'MIDI'],
  midi: ['midi', 'MIDI'],
  fxp: ['preset', 'VST preset'],
  fxb: ['preset', 'VST preset bank'],
  vstpreset: ['preset', 'VST 3 preset'],
  aupreset: ['preset', 'Audio Unit preset'],
  fst: ['preset', 'FL Studio state'],
  adg: ['preset', 'Ableton rack'],
  adv: ['preset', 'Ableton preset'],
  agr: ['preset', 'Ableton groove'],
  nki: ['preset', 'Kontakt instrument'],
  nkm: ['preset', 'Kontakt multi'],
  nmsv: ['preset', 'Massive preset'],
  nabs: ['preset', 'Absynth preset'],
  nfm8: ['preset', 'FM8 preset'],
  h2p: ['preset', 'u-he preset'],
  vital: ['preset', 'Vital preset'],
  serumpreset: ['preset', 'Serum preset'],
  sf2: ['preset', 'SoundFont'],
  sfz: ['preset', 'SFZ instrument'],
  exs: ['preset', 'Logic sampler instrument'],
  pst: ['preset', 'Logic channel strip'],
  xpn: ['preset', 'MPC expansion'],
  xpm: ['preset', 'MPC program'],
  pgm: ['preset', 'MPC program'],
  ffx: ['preset', 'After Effects preset'],
  prfpset: ['preset', 'Premiere preset'],
  epr: ['preset', 'Export preset'],
  lrtemplate: ['preset', 'Lightroom preset'],
  xmp: ['preset', 'Camera Raw preset'],
  atn: ['preset', 'Photoshop action'],
  abr: ['preset', 'Photoshop brushes'],
  flp: ['project', 'FL Studio project'],
  als: ['project', 'Ableton Live set'],
  alp: ['project', 'Ableton Live pack'],
  logicx: ['project', 'Logic project'],
  cpr: ['project', 'Cubase project'],
  rpp: ['project', 'Reaper project'],
  ptx: ['project', 'Pro Tools session'],
  song: ['project', 'Studio One song'],
  bwproject: ['project', 'Bitwig project'],
  reason: ['project', 'Reason song'],
  mogrt: ['project', 'Motion graphics template'],
  prproj: ['project', 'Premiere project'],
  aep: ['project', 'After Effects project'],
  aet: ['project', 'After Effects template'],
  drp: ['project', 'DaVinci Resolve project'],
  setting: ['preset', 'Fusion setting'],
  fcpxml: ['project', 'Final Cut project'],
  motn: ['project', 'Motion project'],
  moef: ['project', 'Motion effect'],
  veg: ['project', 'Vegas project'],
  psd: ['project', 'Photoshop document'],
  blend: ['project', 'Blender project'],
  cube: ['lut', 'LUT'],
  '3dl': ['lut', 'LUT'],
  look: ['lut', 'LUT'],
  mga: ['lut', 'LUT'],
  zip: ['archive', 'Archive, not opened'],
  rar: ['archive', 'Archive, not opened'],
  '7z': ['archive', 'Archive, not opened'],
  gz: ['archive', 'Archive, not opened'],
  tar: ['archive', 'Archive, not opened'],
  nicnt: ['other', 'Kontakt library data'],
};

/** Endings that need no name: their kind and the ending say it. */
const plain: Readonly<Partial<Record<EntryKind, string>>> = {
  picture: 'png jpg jpeg gif webp avif bmp tif tiff svg heic',
  video: 'mp4 mov webm mkv avi m4v',
  font: 'ttf otf woff woff2',
  text: 'txt md pdf rtf doc docx html htm nfo json xml csv',
  archive: 'tgz bz2 xz zst cab ace arj lzh sit sitx',
  program:
    'exe msi msix msp appx bat cmd com scr pif ps1 psm1 vbs vbe js jse wsf wsh hta lnk jar jnlp inf gadget app dmg pkg mpkg iso img vhd vhdx ' +
    'command workflow action scpt applescript sh run bin deb rpm appimage apk dll sys ocx vst vst3 component aaxplugin clap bundle framework kext ' +
    'dylib so reg cpl msc chm xll',
};
const kindOfPlain = new Map(
  Object.entries(plain).flatMap(([kind, endings]) =>
    endings.split(' ').map((ending) => [ending, kind as EntryKind] as const),
  ),
);

const endingOf = (path: string): string => /\.([^./]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** Folders that systems treat as one program. */
const programFolder = /\.(?:app|pkg|mpkg|vst|vst3|component|aaxplugin|clap|bundle|framework|kext)\//i;

/** The kind of an entry, by its name. */
export function entryKind(path: string): EntryKind {
  const ending = endingOf(path);
  if (programFolder.test(path)) return 'program';
  return (Object.hasOwn(named, ending) ? named[ending]![0] : undefined) ?? kindOfPlain.get(ending) ?? 'other';
}

/** What a file is called by its name: `FL Studio project`, `PDF`. */
export function entryLabel(path: string): string {
  const ending = endingOf(path);
  return (
    (Object.hasOwn(named, ending) ? named[ending]![1] : undefined) ?? (ending === '' ? 'File' : ending.toUpperCase())
  );
}

/** What a member confirms who shares an archive. It is stored with the date, in these words. */
export const archiveRightsWording =
  'Everything in this archive is my own work, or I have the permission of everybody whose work is in it to share it here.';
