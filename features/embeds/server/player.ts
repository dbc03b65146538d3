/** Styles of the small player: both colour schemes, no font of its own. */
export const playerStyle = `:root{color-scheme:light dark;--g:#f7f4ee;--s:#fff;--t:#1b1a18;--f:#6d685f;--h:#1a1a1a26;--p:#b93a0b;--w:#c9c3b8;--a:#ff6b35;--o:#1a1a1a}@media (prefers-color-scheme:dark){:root{--g:#121213;--s:#1a1a1a;--t:#f3efe8;--f:#958f86;--h:#ffffff24;--p:#ff8a5c;--w:#5d5850}}*{box-sizing:border-box;margin:0}body{background:var(--g);color:var(--t);font:15px/1.45 system-ui,sans-serif}main{min-height:100vh;border:1px solid var(--h);border-radius:10px;background:var(--s);padding:12px;display:grid;grid-template-columns:minmax(0,1fr);gap:8px;align-content:start}section{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}.top{display:flex;gap:12px;align-items:center}.cover{flex:none;width:48px;height:48px;border-radius:6px;overflow:hidden;background:var(--g)}.cover img{width:100%;height:100%;object-fit:cover}.words{min-width:0;flex:1}h1{font-size:16px;line-height:1.3}h1,.words p,li span,li small{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.words p,#time,small,.site{color:var(--f)}a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}.site{font-size:13px}.row{display:flex;gap:12px;align-items:center}#play{flex:none;width:44px;height:44px;border:0;border-radius:50%;background:var(--a);color:var(--o);cursor:pointer}#play svg{width:20px;height:20px;fill:currentColor;vertical-align:middle}.wave{position:relative;flex:1;min-width:0;height:48px;border-radius:6px}.wave svg{width:100%;height:100%;display:block}.wave rect{fill:var(--w)}.wave rect.on{fill:var(--a)}#seek{position:absolute;inset:0;width:100%;height:100%;opacity:0;cursor:pointer}.wave:focus-within,button:focus-visible,a:focus-visible{outline:2px solid var(--p);outline-offset:2px}#time{font:13px ui-monospace,monospace;min-width:5ch;text-align:right}#said:empty{display:none}#said{color:var(--p);font-size:14px}ol{list-style:none;padding:0;display:grid;grid-template-columns:minmax(0,1fr);max-height:170px;overflow-y:auto}li button{width:100%;min-height:44px;display:flex;gap:12px;justify-content:space-between;align-items:center;padding:4px 8px;border:0;border-radius:6px;background:none;color:inherit;font:inherit;text-align:left;cursor:pointer}li button:hover,li button[aria-current]{background:var(--g)}li span{min-width:0;flex:1}li small{max-width:40%}`;

/**
 * The small player: one sound at a time, a seekable waveform, the next track at the end of one. It asks for plays as the
 * site's own player does, and sends no cookies. Plain script for the browser; it is in the page, and its hash in the policy.
 */
export const playerScript = `(()=>{"use strict";
const $=(id)=>document.getElementById(id),tracks=JSON.parse($("data").textContent),audio=new Audio(),play=$("play"),seek=$("seek"),wave=$("wave"),said=$("said");
if(!tracks.length){play.disabled=true;said.textContent="Nothing to play here.";return}
let at=0,begun=null,heard=0,last=0;
const text=(s)=>Math.floor(s/60)+":"+String(Math.floor(s%60)).padStart(2,"0");
const total=()=>Number.isFinite(audio.duration)&&audio.duration>0?audio.duration:(tracks[at].durationMs||0)/1000;
const draw=()=>{const bars=tracks[at].bars||"3".repeat(96),step=480/bars.length;wave.replaceChildren(...[...bars].map((bar,i)=>{const h=Math.max(2,(Number(bar)+1)*4.8),r=document.createElementNS("http://www.w3.org/2000/svg","rect");r.setAttribute("x",i*step);r.setAttribute("width",step*.7);r.setAttribute("y",24-h/2);r.setAttribute("height",h);return r}))};
const show=()=>{const all=total(),now=audio.currentTime,part=all?now/all:0;[...wave.children].forEach((r,i,l)=>r.classList.toggle("on",i/l.length<part));if(document.activeElement!==seek||!seek.matches(":active"))seek.value=String(Math.round(part*1000));seek.setAttribute("aria-valuetext",text(now)+" of "+text(all));$("time").textContent=text(now>0?now:all)};
const state=()=>{$("icon").setAttribute("d",audio.paused?"M7 4v16l13-8z":"M6 4h4v16H6zM14 4h4v16h-4z");play.setAttribute("aria-label",(audio.paused?"Play ":"Pause ")+tracks[at].title);document.querySelectorAll("[data-track]").forEach((b)=>Number(b.dataset.track)===at?b.setAttribute("aria-current","true"):b.removeAttribute("aria-current"))};
const api=(method,path)=>fetch("/api/v1"+path,{method,credentials:"omit"}).then((r)=>r.ok?r.json():null).catch(()=>null);
const count=()=>{const t=tracks[at];heard=0;begun={id:null,need:Infinity,done:false};const mine=begun;api("POST","/uploads/"+t.uploadId+"/tracks/"+t.trackId+"/plays").then((p)=>{if(p){mine.id=p.playId;mine.need=p.neededMs}})};
const cover=$("cover"),picture=({cover:src,title})=>{if(!cover)return;cover.hidden=!src;cover.alt="Cover of "+title;if(src)cover.src=src};
const session=()=>{const t=tracks[at],n=navigator.mediaSession;if(n&&window.MediaMetadata)n.metadata=new MediaMetadata({title:t.title,artist:t.by,artwork:t.cover?[{src:new URL(t.cover,location.href).href}]:[]})};
const load=(i)=>{at=i;audio.src=tracks[i].url;begun=null;picture(tracks[i]);draw();show();state()};
const start=()=>{said.textContent="";if(!audio.src)audio.src=tracks[at].url;audio.play().catch((e)=>{if(e.name!=="AbortError")said.textContent="This sound cannot be played."})};
play.addEventListener("click",()=>audio.paused?start():audio.pause());
seek.addEventListener("input",()=>{if(!audio.src)audio.src=tracks[at].url;const all=total();if(all)audio.currentTime=seek.value/1000*all;show()});
document.querySelectorAll("[data-track]").forEach((b)=>b.addEventListener("click",()=>{load(Number(b.dataset.track));start()}));
audio.addEventListener("play",()=>{if(!begun)count();last=audio.currentTime;session();state()});
audio.addEventListener("pause",state);
audio.addEventListener("ended",()=>{if(at+1<tracks.length){load(at+1);start()}else{begun=null;state()}});
audio.addEventListener("timeupdate",()=>{const d=audio.currentTime-last;last=audio.currentTime;if(d>0&&d<2)heard+=d*1000;if(begun&&!begun.done&&begun.id&&heard>=begun.need){begun.done=true;api("PUT","/uploads/plays/"+begun.id)}show()});
audio.addEventListener("error",()=>{if(audio.src)said.textContent="This sound cannot be played."});
draw();show();state()})();`;
