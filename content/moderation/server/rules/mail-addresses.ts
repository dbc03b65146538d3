import { type Span, spans } from './finding.ts';

/** Mail domains that are reserved for examples (RFC 2606), and local parts that speak for an office, not a person. */
const exampleDomain = /(^|\.)(example|test|invalid|localhost)(\.(org|com|net))?$/i;
const office =
  /^(?:info|support|abuse|legal|contact|press|bookings?|hello|office|sales|help|security|privacy|copyright|dmca|no-?reply|postmaster|webmaster|admin|team|demos?|label|licensing|news|newsletter|git)$/i;
/** Endings that make spoken words ("jane at mail dot de") an address rather than a sentence. */
const commonEnding =
  /\.(?:com|net|org|edu|info|io|me|co|uk|de|at|ch|fr|es|pt|it|nl|be|pl|se|no|dk|fi|eu|us|ca|au|br|ru|jp)$/i;
/** Hosts at which people, and hardly anything else, have addresses. */
const mailHost =
  /^(?:(?:gmail|googlemail|hotmail|outlook|live|yahoo|icloud|aol|gmx|web|proton|protonmail|tutanota|mailbox|posteo|freenet|t-online|orange|wanadoo|laposte|libero|seznam|yandex|mail)\.[a-z]{2,4}|pm\.me)$/i;

/** Names of files, also of pictures for screens of several densities (`knob@2x.png`). */
const fileName =
  /\.(?:png|jpe?g|gif|webp|avif|heic|bmp|tiff?|svg|psd|ico|icns|pdf|wav|aiff?|mp[34]|flac|ogg|opus|m4a|mid|midi|mov|webm|zip|rar|gz|tgz|json|xml|ya?ml|css|scss|html?|jsx?|mjs|tsx?|py|txt|csv|ttf|woff2?|vst3?|als|flp|fxp)$/i;

const atWord = '(?:at|ät|arobase|arroba|chiocciola|małpa|malpa|собака)';
const dotWord = '(?:dot|d0t|punkt|point|punto|punt|ponto|kropka|точка)';
/** What parts such words where nobody writes a blank: `jane-at-gmail-dot-com`. */
const mark = '[._/|-]';
const at = `(?:[ \\t]?@[ \\t]?|%40|[ \\t]?[(\\[{<][ \\t]?(?:${atWord}|@)[ \\t]?[)\\]}>][ \\t]?|[ \\t]${atWord}[ \\t]|${mark}at${mark})`;
const dot = `(?:[ \\t]?\\.[ \\t]?|[ \\t]?[(\\[{<][ \\t]?(?:${dotWord}|\\.)[ \\t]?[)\\]}>][ \\t]?|[ \\t](?:${dotWord}|\\.)[ \\t]|${mark}dot${mark})`;
const address = new RegExp(
  `(?<![\\p{L}\\p{N}@._%+-])([\\p{L}\\p{N}][\\p{L}\\p{N}._%+-]{0,63}?)(${at})([\\p{L}\\p{N}-]{1,63}(?:${dot}[\\p{L}\\p{N}-]{1,63}){0,3}?${dot}\\p{L}{2,24})(?![\\p{L}\\p{N}-]|\\.\\p{L})`,
  'giu',
);

/** Mail addresses of people, in disguise too. @param allowed lower-cased addresses that may stand */
export function mailAddresses(text: string, allowed: ReadonlySet<string>): Span[] {
  return spans('email address', text, address, ([, local = '', sign = '', domain = '']) => {
    const host = domain
      .replaceAll(
        new RegExp(
          `[ \\t]?[(\\[{<]?[ \\t]?(?<=[ \\t(\\[{<])(?:${dotWord}|\\.)(?=[ \\t)\\]}>])[ \\t]?[)\\]}>]?[ \\t]?|${mark}dot${mark}|[ \\t]?\\.[ \\t]?`,
          'gi',
        ),
        '.',
      )
      .toLowerCase();
    if (
      fileName.test(host) ||
      exampleDomain.test(host) ||
      office.test(local) ||
      allowed.has(`${local}@${host}`.toLowerCase())
    )
      return false;
    if (mailHost.test(host)) return true;
    // `me@home. It was` ends a sentence.
    if (/\S\.[ \t]|[ \t]\.\S/.test(domain)) return false;
    const isPlain = host === domain.toLowerCase();
    // `hey @milo.music` names a member.
    if (/^[ \t]@$/.test(sign)) return false;
    if (/^(?:@|%40)$|[([{<]|_at_/.test(sign)) return isPlain || commonEnding.test(host);
    return !isPlain && commonEnding.test(host);
  });
}
