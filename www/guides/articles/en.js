// English: the example guides. Lines that begin with # are headings, @ stands for the embed, {names} are figures.

const articles = {
  common: {
    guides: "Buying guides",
    intro: "Four questions that come up with every NAS, each answered with forecasts that you can change yourself.",
    measured: "Who has measured it",
    accuracy: "All measurements beside their forecasts",
    source: "The figures on this page are forecasts of nas-forecast, with {disks} unless said otherwise. Every one of them can be followed up in the calculator.",
    disks: "four hard disks of 8 TB",
    open: "Open this NAS in nas-forecast",
    other: "The other guides",
  },
  "ssd-cache": {
    title: "Is an SSD cache worth it?",
    lead: "Two small SSDs in front of the hard disks: for some work the NAS becomes another machine, for other work nothing happens at all.",
    body: [
      "Take a Synology DS918+ with RAID 5 and two SSDs as a read-write cache, on a network of 1 Gbit/s. A film leaves it at {filmWithout} without the cache and at {filmWith} with it. The network is at its limit in both cases, and no SSD can change that.",
      "# Where it pays",
      "Hard disks are slow where they have to jump. Random reads of small blocks, as databases make them, go from {randomWithout} to {randomWith}: {randomTimes} times as many. Virtual machines get {vmTimes} times as fast. That holds for data which is used again and again and fits on the SSDs; what is read for the first time still comes from the disks.",
      "@",
      "# Where it doesn’t",
      "Small documents spend their time in questions and answers between computer and NAS: {docsWithout} without the cache, {docsWith} with it. Whoever copies folders will hardly notice.",
      "So: buy the cache for databases, virtual machines and many people at once. If films, photos and backups are what you do over 1 Gbit/s, look at the network first.",
    ],
  },
  network: {
    title: "1, 2.5 or 10 GbE?",
    lead: "The network port is the first limit that most people meet. A faster one helps, but only with what waits for it.",
    body: [
      "A QNAP TS-473A with RAID 5 sends a film at {film1} over 1 Gbit/s, at {film2} over 2.5 Gbit/s and at {film10} over 10 Gbit/s. A film of {size} takes {time1}, {time2} or {time10}. The first two rates are all that the wire can carry; at 10 Gbit/s the disks have become the limit.",
      "@",
      "# Photos gain less, documents nothing",
      "JPG photos rise from {jpg1} to {jpg2} and then to {jpg10}: between any two files the wire stands idle. Small documents stay where they were, {docs1} against {docs10}, because they wait for answers and not for bandwidth. Random reads come at {random1} and {random10}; the disks never notice the cable.",
      "# What to take",
      "2.5 Gbit/s is the step that everybody with big files feels, and a few hard disks fill it. 10 Gbit/s pays once the disks can keep up, or several people work at the same time. For documents and databases, save the money.",
    ],
  },
  raid: {
    title: "RAID 5, 6 or 10 for four bays?",
    lead: "Four disks, three ways to combine them. Space and safety are arithmetic; speed depends on what you do.",
    body: [
      "On a QNAP TS-473A with a 10 Gbit/s port, four disks deliver a film at {film5} in RAID 5, {film6} in RAID 6 and {film10} in RAID 10; they take one in at {up5}, {up6} and {up10}. Over 1 Gbit/s there is nothing left to choose: {slow5}, {slow6}, {slow10}. The wire decides.",
      "@",
      "# Small writes tell them apart",
      "Changing a small block costs a mirror two writes. RAID 5 has to read the old block and its parity first, RAID 6 two parities. Random writes come at {write5}, {write6} and {write10}, virtual machines at {vm5}, {vm6} and {vm10}. Reading here and there costs all three about the same: {read5}, {read6}, {read10}.",
      "# What to take",
      "RAID 5 for the most space and for big files. RAID 10 for databases and virtual machines. RAID 6 if a second disk may fail while the first is being replaced. None of the three is a backup.",
    ],
  },
  photographers: {
    title: "A NAS for photographers",
    lead: "RAW files are big, JPGs are small, and both come by the thousand. What makes a NAS feel quick?",
    body: [
      "A Synology DS224+ with two mirrored disks and 1 Gbit/s brings RAW files at {raw1} and JPGs at {jpg1}. A QNAP TS-473A with RAID 5 and 2.5 Gbit/s brings them at {raw2} and {jpg2}. For RAW files the network is the limit both times, so the faster port about doubles them. With JPGs each file costs time of its own, so they gain less.",
      "@",
      "# And the SSD cache?",
      "It takes RAW files from {raw2} to {rawCached}, which is little for two SSDs. It is worth its money if the catalogue lies on the NAS, for a catalogue is a database: random reads go from {random2} to {randomCached}.",
      "# In this order",
      "First the faster port, with a computer and a switch that have it too. Then a cache, if the catalogue has to be on the NAS. Better still, keep the catalogue on the computer’s own SSD; no network is nearer.",
    ],
  },
};

/** @typedef {typeof articles} Articles */
export default articles;
