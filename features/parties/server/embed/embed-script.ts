/** What the frame of a party has beside the small player's styles. */
export const partyStyle = `[hidden]{display:none!important}.state{color:var(--f);font-size:14px}.now{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.now b{font-weight:600}#time{min-width:11ch}.enter{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border-radius:8px;background:var(--a);color:var(--o);font-weight:600}#stage{min-height:102px;display:grid;gap:4px;align-content:center}`;

/**
 * Moves the playhead of a party's frame, and reads the frame again: every quarter of a minute while it is seen, and
 * when the track is over. Nothing sounds. Plain script for the browser; it is in the page, and its hash in the policy.
 */
export const frameScript = `(()=>{"use strict";
const $=(id)=>document.getElementById(id),wave=$("wave"),EVERY=15000;
let data=JSON.parse($("data").textContent),since=performance.now(),read=since,busy=false;
const text=(ms)=>{const s=Math.floor(ms/1000);return Math.floor(s/60)+":"+String(s%60).padStart(2,"0")};
const bars=()=>{const all=data.item.bars||"3".repeat(96),step=480/all.length;wave.replaceChildren(...[...all].map((bar,i)=>{const h=Math.max(2,(Number(bar)+1)*4.8),r=document.createElementNS("http://www.w3.org/2000/svg","rect");r.setAttribute("x",i*step);r.setAttribute("width",step*.7);r.setAttribute("y",24-h/2);r.setAttribute("height",h);return r}))};
const place=()=>Math.min(data.item.durationMs,data.positionMs+(data.isPlaying?performance.now()-since:0));
const move=()=>{if(!data.item)return;const at=place(),part=at/data.item.durationMs;[...wave.children].forEach((r,i,l)=>r.classList.toggle("on",i/l.length<part));$("time").textContent=text(at)+" / "+text(data.item.durationMs)};
const local=()=>{const t=$("starts");if(t)t.textContent=new Date(t.dateTime).toLocaleString(undefined,{dateStyle:"long",timeStyle:"short"})};
const cover=()=>{const c=$("cover"),src=data.item&&data.item.cover;c.hidden=!src;if(src){c.src=src;c.alt="Cover of "+data.item.title}c.parentNode.hidden=!src};
const draw=()=>{if(data.item)bars();cover();move();local()};
const again=()=>{if(busy||data.state==="ended"||document.visibilityState!=="visible")return;busy=true;read=performance.now();fetch(location.pathname,{credentials:"omit"}).then((r)=>r.ok?r.text():r.status===404?location.reload():null).then((page)=>{if(!page)return;const next=new DOMParser().parseFromString(page,"text/html"),facts=next.getElementById("data");if(!facts)return;const before=JSON.stringify(data.item);data=JSON.parse(facts.textContent);since=performance.now();for(const id of ["people","state","now","enter"])if($(id).textContent!==next.getElementById(id).textContent)$(id).replaceChildren(...next.getElementById(id).childNodes);$("now").hidden=$("row").hidden=!data.item;if(JSON.stringify(data.item)!==before){if(data.item)bars();cover()}move();local()}).catch(()=>{}).finally(()=>{busy=false})};
setInterval(()=>{move();const now=performance.now(),isOver=data.item&&data.isPlaying&&place()>=data.item.durationMs;if(now-read>=(isOver?5000:EVERY))again()},500);
document.addEventListener("visibilitychange",again);
draw()})();`;
