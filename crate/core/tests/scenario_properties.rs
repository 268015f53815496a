//! What must hold for every scenario, valid or broken: over ten thousand random ones of each.

use nas_forecast_core::scenario::random::{Generator, Reach};
use nas_forecast_core::scenario::{self, Code, Document, from_link_pairs};
use nas_forecast_core::tree::InTree;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

const DOCUMENTS: usize = 10_000;

/// Paths of everything that is no object.
fn leaves(path: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            for (name, value) in object {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                leaves(&path, value, found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

fn at<'a>(value: &'a mut Value, path: &str) -> &'a mut Value {
    path.split('.').fold(value, |value, name| &mut value[name])
}

#[test]
fn a_resolved_scenario_is_a_valid_document_that_resolves_to_itself() {
    let mut generator = Generator::new(1, Reach::Everything);
    for _ in 0..DOCUMENTS {
        let resolved = generator.document().resolve();
        let text = resolved.scenario.to_tree().to_string();
        let again = scenario::read(&text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}")).resolve();
        assert_eq!(again.scenario, resolved.scenario);
    }
}

#[test]
fn link_pairs_give_back_the_very_document() {
    let mut generator = Generator::new(2, Reach::Everything);
    for _ in 0..DOCUMENTS {
        let document = generator.document();
        let pairs = document.to_link_pairs();
        let (again, problems) = from_link_pairs(&pairs);
        assert_eq!(problems, [], "{pairs:#?}");
        assert_eq!(again, document);
    }
}

#[test]
fn leaving_out_defaults_changes_nothing() {
    let mut generator = Generator::new(3, Reach::Usual);
    for _ in 0..100 {
        let full = generator.document().resolve().scenario.to_tree();
        let full = Document::from_value(&full).unwrap();
        assert_eq!(full.without_defaults().resolve().scenario, full.resolve().scenario);
    }
}

#[test]
fn a_full_document_shortens_to_what_its_author_chose() {
    let text = r#"{"version": 1, "nas": {"preset": "synology-ds1819-plus", "ram_gib": 16}, "network": {"link_gbit": 10},
        "workload": {"preset": "tiny-files"}}"#;
    let full = scenario::read(text).unwrap().resolve().scenario.to_tree();
    let short = Document::from_value(&full).unwrap().without_defaults();
    let pairs: Vec<_> = short.to_link_pairs().into_iter().map(|(path, value)| format!("{path}={value}")).collect();
    let expected = [
        "v=1",
        "nas.preset=synology-ds1819-plus",
        "nas.ram_gib=16",
        "network.link_gbit=10",
        "workload.preset=tiny-files",
    ];
    assert!(expected.iter().all(|pair| pairs.iter().any(|found| found == pair)), "{pairs:?}");
    assert!(pairs.len() <= 7, "{pairs:?}");
}

#[test]
fn every_field_that_the_document_leaves_out_is_among_the_assumptions() {
    let mut generator = Generator::new(4, Reach::Everything);
    for _ in 0..1000 {
        let document = generator.document();
        let mut resolved = document.resolve();
        let mut said = Vec::new();
        leaves("", &document.to_value(), &mut said);
        let mut all = Vec::new();
        let mut tree = resolved.scenario.to_tree();
        leaves("", &tree, &mut all);
        for path in all
            .into_iter()
            .filter(|path| !path.starts_with("workload.") && path != "ssd_cache" && path != "volume.slog")
        {
            let assumed = resolved.assumptions.iter_mut().find(|assumption| assumption.path == path);
            match assumed {
                Some(assumption) => assert_eq!(assumption.value.as_f64(), at(&mut tree, &path).as_f64(), "{path}"),
                None => assert!(said.contains(&path), "{path} is neither said nor assumed"),
            }
        }
    }
}

#[test]
fn a_merge_patch_of_a_valid_document_is_its_difference_to_another() {
    let mut generator = Generator::new(5, Reach::Usual);
    for _ in 0..1000 {
        let (from, to) = (generator.document(), generator.document());
        let patch = difference(&from.to_value(), &to.to_value());
        // A null that means "none" can't be said in a merge patch: there it removes.
        if !to.to_value().to_string().contains("null") {
            assert_eq!(from.merge_patch(&patch).unwrap(), to);
        }
    }
}

fn difference(from: &Value, to: &Value) -> Value {
    let (Value::Object(old), Value::Object(new)) = (from, to) else { return to.clone() };
    let gone = old.keys().filter(|name| !new.contains_key(*name)).map(|name| (name.clone(), Value::Null));
    let there =
        new.iter().map(|(name, value)| (name.clone(), difference(old.get(name).unwrap_or(&Value::Null), value)));
    Value::Object(gone.chain(there).collect())
}

/// Breaks a document in one of many ways; returns the path that a problem has to name.
fn break_it(value: &mut Value, rng: &mut Xoshiro256PlusPlus) -> String {
    let mut paths = Vec::new();
    leaves("", value, &mut paths);
    paths.retain(|path| {
        !path.contains("label") && !path.contains("parts") && path != "workload.kind" && path != "records"
    });
    let path = paths[rng.random_range(0..paths.len() as u32) as usize].clone();
    let (outer, name) = path.rsplit_once('.').map_or(("", path.as_str()), |(outer, name)| (outer, name));
    match rng.random_range(0..6_u32) {
        0 => {
            *at(value, &path) = json!([1, 2, 3]);
            path
        }
        1 => {
            *at(value, &path) = json!(-1.5);
            path
        }
        2 => {
            *at(value, &path) = json!("no-such-word");
            path
        }
        3 => {
            let wrong = format!("{name}_x");
            let object = if outer.is_empty() { value } else { at(value, outer) };
            object[&wrong] = json!(1);
            if outer.is_empty() { wrong } else { format!("{outer}.{wrong}") }
        }
        4 => {
            value["__proto__"] = json!({"polluted": true});
            "__proto__".to_owned()
        }
        _ => {
            value.as_object_mut().unwrap().remove("version");
            "version".to_owned()
        }
    }
}

#[test]
fn every_broken_document_is_answered_with_problems_that_carry_the_path() {
    let mut generator = Generator::new(6, Reach::Everything);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for _ in 0..DOCUMENTS {
        let mut value = generator.document().to_value();
        let path = break_it(&mut value, &mut rng);
        let problems = scenario::read(&value.to_string()).expect_err(&path);
        let named = |at: &str| problems.iter().any(|problem| problem.path == at);
        // A number where the skew stands names the skew itself.
        assert!(named(&path), "{path} in {value}\n{problems:#?}");
        assert!(problems.iter().all(|problem| !problem.path.is_empty() && problem.code != Code::Internal));
    }
}

#[test]
fn all_faults_of_a_document_are_told_at_once() {
    let text = r#"{"version": 1, "nas": {"ram_gb": 4, "cpu": {"cores": 0.5}, "preset": "synology-ds918"},
        "drives": {"count": 3}, "volume": {"raid": "raid6", "raid": "raid6", "chunk_kib": "64"},
        "network": {"mtu": 100000}, "workload": {"kind": "block", "files": 3, "skew": {"hot_percent": 10}}}"#;
    let problems = scenario::read(text).unwrap_err();
    let mut told: Vec<_> = problems.iter().map(|problem| (problem.path.as_str(), problem.code)).collect();
    told.sort_by_key(|(path, _)| *path);
    assert_eq!(
        told,
        [
            ("drives.count", Code::TooFewDrives),
            ("nas.cpu.cores", Code::NotWhole),
            ("nas.preset", Code::UnknownPreset),
            ("nas.ram_gb", Code::UnknownField),
            ("network.mtu", Code::OutOfRange),
            ("volume.chunk_kib", Code::WrongType),
            ("volume.raid", Code::DuplicateKey),
            ("workload.files", Code::WrongKind),
            ("workload.skew.hot_accesses_percent", Code::Required),
        ]
    );
    let nearest = |path: &str| problems.iter().find(|problem| problem.path == path).unwrap().nearest.as_deref();
    assert_eq!(nearest("nas.ram_gb"), Some("ram_gib"));
    assert_eq!(nearest("nas.preset"), Some("synology-ds918-plus"));
}

#[test]
fn text_with_random_damage_never_panics_and_says_where_it_is_hurt() {
    let mut generator = Generator::new(7, Reach::Everything);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..DOCUMENTS {
        let mut bytes = generator.document().to_value().to_string().into_bytes();
        for _ in 0..rng.random_range(1..4_u32) {
            let index = rng.random_range(0..bytes.len() as u32) as usize;
            match rng.random_range(0..3_u32) {
                0 => bytes[index] = rng.random_range(32..127_u8),
                1 => bytes.truncate(index.max(1)),
                _ => bytes.insert(index, b"{}[]\",:0-e.\\"[rng.random_range(0..12_u32) as usize]),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Err(problems) = scenario::read(&text) {
            assert!(
                problems.iter().all(|problem| !problem.path.is_empty()
                    || problem.line.is_some()
                    || problem.code == Code::WrongType),
                "{problems:?}"
            );
            assert!(problems.iter().all(|problem| problem.code != Code::Internal), "{text}");
        }
    }
}

#[test]
fn links_with_random_damage_always_leave_a_valid_document() {
    let mut generator = Generator::new(8, Reach::Everything);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let texts = ["", "null", "{}", "[]", "-1", "3", "raid60", "nas", "1e9", "{\"a\":1,\"a\":2}", "true"];
    for _ in 0..DOCUMENTS {
        let mut pairs = generator.document().to_link_pairs();
        for _ in 0..3 {
            let index = rng.random_range(0..pairs.len() as u32) as usize;
            let text = texts[rng.random_range(0..texts.len() as u32) as usize];
            match rng.random_range(0..4_u32) {
                0 => pairs[index].1 = text.to_owned(),
                1 => pairs[index].0.push_str(".x"),
                2 => pairs[index].0 = pairs[index].0.split('.').next().unwrap_or_default().to_owned(),
                _ => pairs.swap(0, index),
            }
        }
        let (document, problems) = from_link_pairs(&pairs);
        assert!(Document::from_value(&document.to_value()).is_ok(), "{pairs:?}");
        assert!(problems.iter().all(|problem| !problem.path.is_empty()), "{problems:?}");
    }
}
