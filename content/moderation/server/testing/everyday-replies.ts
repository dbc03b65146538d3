/** Over two hundred replies as people write them every day: none is an advertisement, none may count as the same as another. */
export const everydayReplies: readonly string[] = `
nice one
thanks for sharing
thanks for sharing this
thanks for sharing, this helped me a lot
thanks a lot
thank you so much
thank you, that fixed it
thank you for the quick answer
this is fire
this is so good
this is really good work
love this
love it
love the drums
love the bass on this one
love the drums in the second half
I love the vocals in the chorus
I really love the drums in this one, great work
I really love the bass in this one, nice work
great track
great track, well done
great work as always
great mix, the low end is really clean
great mix, but the vocals are a bit too loud
sounds great
sounds great to me
sounds great on my headphones
sounds amazing, keep it up
keep it up
keep going
good job
good luck with the release
good luck with the album
good point
good idea, I will try that
same here
same problem here, did you find a fix?
same problem here on Windows 11
me too
agreed
I agree with you
I agree, the snare is too loud
I agree, the kick is too quiet
+1
yes
yes please
no
no worries
no problem
not sure
not sure about the snare
maybe
maybe next time
lol
haha
haha nice
wow
wow, that drop
omg
what a tune
what a tune, on repeat all day
which synth is that?
which plugin did you use for the vocals?
which plugin did you use for the reverb?
which compressor did you use on the master?
what key is this in?
what tempo is this?
what DAW do you use?
how did you make that bass?
how did you record the guitar?
how long did it take you?
where can I download this?
where can I buy the kit?
where can I find the stems?
is there a wav version?
is there a version without vocals?
is this still available?
are the stems available?
can I use this in my track?
can I use this in my video?
can you share the preset?
can you share the project file?
could you upload the instrumental?
do you have this on Bandcamp?
do you take commissions?
welcome
welcome to the forum
welcome back
happy birthday
happy new year everybody
congrats
congrats on the release
congrats on the new album
congratulations, well deserved
well deserved
well done
very nice
very nice, the intro is lovely
very nice, the outro is lovely
so good
so good, I listened three times
so clean
clean mix
crazy good
insane
insane drop
masterpiece
a masterpiece
legend
big up
big tune
respect
bump
following
saved
downloaded, thanks
downloaded, thank you
will try this tonight
will try this tomorrow
will check it out
will check it out later, thanks
checking it out now
looking forward to it
looking forward to the album
can't wait
can't wait for the full version
can't wait to hear the rest
when is the release?
when does it come out?
any news?
any update on this?
any tips for a beginner?
where are you from?
see you there
see you tomorrow at the party
see you at the listening party
sorry
sorry, my mistake
sorry for the late reply
got it
got it, thanks
got it working now
it works now
it works, thank you
it works for me
it does not work for me
does not work on Linux
works on Mac
try turning it off and on again
try another cable
try a high-pass filter at 80 Hz
try a high-pass filter at 120 Hz
try less reverb
less reverb, more vocals
more cowbell
more of this please
the snare is too loud
the kick is too loud
the vocals are too quiet
the vocals are a bit too loud for me
the intro is a bit too long for me
the drop at 1:20 is great
the drop at 2:05 is crazy
the bridge at 1:45 gave me chills
that bassline
that bassline is crazy
that intro gave me chills
this gave me chills
this made my day
this made my day, thank you
this deserves more plays
this deserves more attention
underrated
so underrated
first
first time here, hi everybody
hi
hi everybody
hi from Portugal
hi from Berlin
hello from Canada
good morning
good night
ty
thx
np
np, happy to help
happy to help
glad it helped
glad you like it
glad you like it, more to come
feedback is welcome
feedback please
honest feedback please, it is my first track
danke dir
danke fürs Teilen
sehr schön
richtig gut geworden
merci beaucoup
merci pour le partage
très beau morceau
gracias por compartir
muchas gracias
qué bueno, me encanta la batería
obrigado por partilhar
muito bom
grazie mille
bellissimo pezzo
dzięki
świetny kawałek
bedankt voor het delen
tack så mycket
спасибо
отличный трек
ありがとうございます
とても良い曲ですね
谢谢分享
很好听
감사합니다
`
  .trim()
  .split('\n');
