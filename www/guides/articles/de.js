// Deutsch: die Beispielratgeber. # beginnt eine Zwischenüberschrift, @ steht für die Prognose, {Namen} sind Werte.

/** @type {import("./en.js").Articles} */
const articles = {
  common: {
    guides: "Kaufratgeber",
    intro: "Vier Fragen, die sich bei jedem NAS stellen, und zu jeder Prognosen, die Sie selbst verändern können.",
    measured: "Wer es gemessen hat",
    accuracy: "Alle Messungen neben ihren Prognosen",
    source: "Die Werte auf dieser Seite sind Prognosen von nas-forecast, wenn nicht anders gesagt mit {disks}. Jeder davon lässt sich im Rechner nachvollziehen.",
    disks: "vier Festplatten zu 8 TB",
    open: "Dieses NAS in nas-forecast öffnen",
    other: "Die anderen Ratgeber",
  },
  "ssd-cache": {
    title: "Lohnt sich ein SSD-Cache?",
    lead: "Zwei kleine SSDs vor den Festplatten: Für manche Arbeit wird das NAS eine andere Maschine, für andere ändert sich gar nichts.",
    body: [
      "Nehmen wir eine Synology DS918+ mit RAID 5 und zwei SSDs als Lese- und Schreibcache, an einem Netz mit 1 Gbit/s. Ein Film kommt ohne Cache mit {filmWithout} an, mit Cache mit {filmWith}. Beide Male ist das Netz ausgelastet, und daran ändert keine SSD etwas.",
      "# Wo er sich lohnt",
      "Festplatten sind langsam, wo sie springen müssen. Zufällige Zugriffe auf kleine Blöcke, wie Datenbanken sie machen, steigen von {randomWithout} auf {randomWith}, auf das {randomTimes}-Fache. Virtuelle Maschinen werden {vmTimes}-mal so schnell. Das gilt für Daten, die immer wieder gebraucht werden und auf die SSDs passen; was zum ersten Mal gelesen wird, kommt weiter von den Platten.",
      "@",
      "# Wo nicht",
      "Kleine Dokumente verbringen ihre Zeit mit Fragen und Antworten zwischen Rechner und NAS: {docsWithout} ohne Cache, {docsWith} mit. Wer Ordner kopiert, merkt davon kaum etwas.",
      "Also: Ein Cache lohnt sich für Datenbanken, virtuelle Maschinen und viele Leute zugleich. Wer über 1 Gbit/s vor allem Filme, Fotos und Datensicherungen bewegt, sollte zuerst über das Netz nachdenken.",
    ],
  },
  network: {
    title: "1, 2,5 oder 10 GbE?",
    lead: "Der Netzwerkanschluss ist die erste Grenze, an die die meisten stoßen. Ein schnellerer hilft, aber nur dem, was auf ihn wartet.",
    body: [
      "Ein QNAP TS-473A mit RAID 5 schickt einen Film mit {film1} über 1 Gbit/s, mit {film2} über 2,5 Gbit/s und mit {film10} über 10 Gbit/s. Ein Film von {size} braucht {time1}, {time2} oder {time10}. Die ersten beiden Werte sind das Äußerste, was die Leitung hergibt; bei 10 Gbit/s sind die Platten die Grenze.",
      "@",
      "# Fotos gewinnen weniger, Dokumente gar nichts",
      "Bei JPG-Fotos steigt das Tempo von {jpg1} auf {jpg2} und dann auf {jpg10}: Zwischen zwei Dateien steht die Leitung jedes Mal still. Bei kleinen Dokumenten bleibt alles, wie es war, {docs1} gegenüber {docs10}, denn sie warten auf Antworten und nicht auf Bandbreite. Zufällige Zugriffe kommen auf {random1} und {random10}; die Platten merken vom Kabel nichts.",
      "# Was Sie nehmen sollten",
      "2,5 Gbit/s spürt jeder, der mit großen Dateien arbeitet, und schon ein paar Festplatten lasten sie aus. 10 Gbit/s lohnen sich, wenn die Platten mitkommen oder mehrere zugleich arbeiten. Für Dokumente und Datenbanken kann man sich das Geld sparen.",
    ],
  },
  raid: {
    title: "RAID 5, 6 oder 10 für vier Schächte?",
    lead: "Vier Platten, drei Arten, sie zu verbinden. Platz und Sicherheit lassen sich ausrechnen; das Tempo hängt davon ab, was Sie tun.",
    body: [
      "In einem QNAP TS-473A mit einem Anschluss von 10 Gbit/s liefern vier Platten einen Film mit {film5} im RAID 5, {film6} im RAID 6 und {film10} im RAID 10; gespeichert wird er mit {up5}, {up6} und {up10}. Über 1 Gbit/s bleibt kein Unterschied: {slow5}, {slow6}, {slow10}. Hier entscheidet die Leitung.",
      "@",
      "# Kleine Schreibzugriffe machen den Unterschied",
      "Einen kleinen Block zu ändern kostet ein gespiegeltes Paar zwei Schreibzugriffe. RAID 5 muss zuerst den alten Block und seine Parität lesen, RAID 6 zwei Paritäten. Zufälliges Schreiben kommt auf {write5}, {write6} und {write10}, virtuelle Maschinen auf {vm5}, {vm6} und {vm10}. Verstreutes Lesen kostet alle drei etwa gleich viel: {read5}, {read6}, {read10}.",
      "# Was Sie nehmen sollten",
      "RAID 5 für den meisten Platz und für große Dateien. RAID 10 für Datenbanken und virtuelle Maschinen. RAID 6, wenn eine zweite Platte ausfallen darf, während die erste ersetzt wird. Keines der drei ersetzt eine Datensicherung.",
    ],
  },
  photographers: {
    title: "Ein NAS für Fotografen",
    lead: "RAW-Dateien sind groß, JPGs klein, und beide kommen zu Tausenden. Was macht ein NAS flink?",
    body: [
      "Eine Synology DS224+ mit zwei gespiegelten Platten und 1 Gbit/s liefert RAW-Dateien mit {raw1} und JPGs mit {jpg1}. Ein QNAP TS-473A mit RAID 5 und 2,5 Gbit/s kommt auf {raw2} und {jpg2}. Bei RAW-Dateien ist beide Male das Netz die Grenze, der schnellere Anschluss verdoppelt also ungefähr das Tempo. Bei JPGs kostet jede Datei zusätzlich Zeit, darum gewinnen sie weniger.",
      "@",
      "# Und der SSD-Cache?",
      "Er bringt RAW-Dateien von {raw2} auf {rawCached}, was für zwei SSDs wenig ist. Sein Geld ist er wert, wenn der Katalog auf dem NAS liegt, denn ein Katalog ist eine Datenbank: Zufällige Zugriffe steigen von {random2} auf {randomCached}.",
      "# In dieser Reihenfolge",
      "Zuerst der schnellere Anschluss, und zwar auch an Rechner und Switch. Dann ein Cache, falls der Katalog auf dem NAS liegen muss. Besser noch liegt der Katalog auf der SSD des Rechners; näher ist kein Netz.",
    ],
  },
};

export default articles;
